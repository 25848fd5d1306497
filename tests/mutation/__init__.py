"""Every key of every rule set, changed by one step: does a test fail?

`python -m tests.mutation` changes them all (a quarter of an hour) and writes `tests/rules/COVERAGE.md`,
`python -m tests.mutation --rules fide --key initial` only prints what it finds. Changes that survive
are listed with their reasons in `survivors.toml`.

`python -m tests.mutation.code` changes lines of code instead, a new sample each time; `code_survivors.toml`
has the reasons.
"""
