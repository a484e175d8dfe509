"""Documents on paper: facts become HTML, HTML becomes a PDF.

`facts` are plain values that services build, `html` turns them into a page by a template in
`templates/documents`, and `pdf` is the one file that knows WeasyPrint. Nothing here reads a
database, a clock or the network.
"""
