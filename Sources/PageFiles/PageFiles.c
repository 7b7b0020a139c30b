#include "PageFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char pageStyle[] = {
#embed "Shared/page.css"
    ,
#embed "Shared/inks.css"
    ,
#embed "Shared/grid.css"
    ,
#embed "Shared/detail.css"
    ,
#embed "Shared/print.css"
    , 0};

static const char pageBody[] = {
#embed "File/page.html"
    ,
#embed "Shared/detail.html"
    , 0};

static const char pageScript[] = {
#embed "Shared/blurhash.js"
    ,
#embed "Shared/photos.js"
    ,
#embed "Shared/card.js"
    ,
#embed "Shared/grid.js"
    ,
#embed "Shared/detail.js"
    ,
#embed "File/favorites.js"
    ,
#embed "File/page.js"
    , 0};

static const char appStyle[] = {
#embed "Shared/page.css"
    ,
#embed "Shared/inks.css"
    ,
#embed "Shared/grid.css"
    ,
#embed "Shared/detail.css"
    ,
#embed "App/app.css"
    ,
#embed "App/chips.css"
    ,
#embed "Shared/print.css"
    , 0};

static const char appBody[] = {
#embed "App/app.html"
    ,
#embed "Shared/detail.html"
    , 0};

static const char appScript[] = {
#embed "Shared/blurhash.js"
    ,
#embed "Shared/photos.js"
    ,
#embed "Shared/card.js"
    ,
#embed "Shared/grid.js"
    ,
#embed "Shared/detail.js"
    ,
#embed "App/server.js"
    ,
#embed "App/favorites.js"
    ,
#embed "App/listing.js"
    ,
#embed "App/reasons.js"
    ,
#embed "App/filters.js"
    ,
#embed "App/providers.js"
    ,
#embed "App/searches.js"
    ,
#embed "App/photo.js"
    ,
#embed "App/outcome.js"
    ,
#embed "App/views.js"
    ,
#embed "App/app.js"
    , 0};

const char *page_style(void) { return pageStyle; }
const char *page_body(void) { return pageBody; }
const char *page_script(void) { return pageScript; }

const char *app_style(void) { return appStyle; }
const char *app_body(void) { return appBody; }
const char *app_script(void) { return appScript; }
