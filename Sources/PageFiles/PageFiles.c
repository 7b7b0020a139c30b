#include "PageFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char pageStyle[] = {
#embed "Shared/page.css" suffix(,)
#embed "Shared/inks.css" suffix(,)
#embed "Shared/grid.css" suffix(,)
#embed "Shared/places.css" suffix(,)
#embed "Shared/detail.css" suffix(,)
#embed "File/file.css" suffix(,)
#embed "Shared/print.css" suffix(,)
    0};

static const char pageBody[] = {
#embed "File/page.html" suffix(,)
#embed "Shared/detail.html" suffix(,)
    0};

static const char pageScript[] = {
#embed "Shared/blurhash.js" suffix(,)
#embed "Shared/photos.js" suffix(,)
#embed "Shared/card.js" suffix(,)
#embed "Shared/places.js" suffix(,)
#embed "Shared/columns.js" suffix(,)
#embed "Shared/grid.js" suffix(,)
#embed "Shared/detail.js" suffix(,)
#embed "File/favorites.js" suffix(,)
#embed "File/page.js" suffix(,)
    0};

static const char appStyle[] = {
#embed "Shared/page.css" suffix(,)
#embed "Shared/inks.css" suffix(,)
#embed "Shared/grid.css" suffix(,)
#embed "Shared/places.css" suffix(,)
#embed "Shared/detail.css" suffix(,)
#embed "App/app.css" suffix(,)
#embed "App/chips.css" suffix(,)
#embed "App/collections.css" suffix(,)
#embed "App/selection.css" suffix(,)
#embed "Shared/print.css" suffix(,)
    0};

static const char appBody[] = {
#embed "App/app.html" suffix(,)
#embed "Shared/detail.html" suffix(,)
    0};

static const char appScript[] = {
#embed "Shared/blurhash.js" suffix(,)
#embed "Shared/photos.js" suffix(,)
#embed "Shared/card.js" suffix(,)
#embed "Shared/places.js" suffix(,)
#embed "Shared/columns.js" suffix(,)
#embed "Shared/grid.js" suffix(,)
#embed "Shared/detail.js" suffix(,)
#embed "App/server.js" suffix(,)
#embed "App/undo.js" suffix(,)
#embed "App/favorites.js" suffix(,)
#embed "App/exporting.js" suffix(,)
#embed "App/collections.js" suffix(,)
#embed "App/listing.js" suffix(,)
#embed "App/reasons.js" suffix(,)
#embed "App/filters.js" suffix(,)
#embed "App/providers.js" suffix(,)
#embed "App/searches.js" suffix(,)
#embed "App/photo.js" suffix(,)
#embed "App/downloads.js" suffix(,)
#embed "App/selection.js" suffix(,)
#embed "App/outcome.js" suffix(,)
#embed "App/views.js" suffix(,)
#embed "App/keys.js" suffix(,)
#embed "App/app.js" suffix(,)
    0};

const char *page_style(void) { return pageStyle; }
const char *page_body(void) { return pageBody; }
const char *page_script(void) { return pageScript; }

const char *app_style(void) { return appStyle; }
const char *app_body(void) { return appBody; }
const char *app_script(void) { return appScript; }
