print("hean")
