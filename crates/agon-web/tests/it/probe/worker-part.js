const part = "with its part";
