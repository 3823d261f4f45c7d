"""What an audit says: findings, words, what is printed, and the annotated copy."""
