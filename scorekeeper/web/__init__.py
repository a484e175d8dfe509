"""The pages: one blueprint for each noun, one gate before all of them."""
