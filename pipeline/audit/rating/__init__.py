"""The audit of tables of ratings (METHOD.md section 7), by the rule set article."""
