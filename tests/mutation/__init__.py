"""Mutation testing: small mistakes are planted in a copy of the program, and the tests have to find them.

`mutants` finds the mistakes that can be planted, `coverage_record` which tests run which lines, `trials` plants one
mistake and runs those tests, `equivalent` knows the mistakes that change nothing. `plugin` is the part that runs
inside pytest, and `__main__` is the command.
"""
