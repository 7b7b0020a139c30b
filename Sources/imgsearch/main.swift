print("imgsearch")
