"""One function for each thing a user can do, one transaction each.

Pages, the command line, documents and jobs call these; nothing here knows a request or a page.
"""
