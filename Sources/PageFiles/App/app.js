// The app: a search, favorites, history
