"""A VBA project written as source text: no Office is needed to make one."""
