"""Long work, done by a worker beside the pages.

A job is a row that a service wrote. `worker` claims rows by lease and runs what `tasks` has for
their kind; embedded, a worker is a thread of the service, and any number of further processes may
run one on the same database. A job may run more than once (a worker can be killed at any moment),
so a task leaves the same thing behind however often it runs, and leaves it all at once.
"""
