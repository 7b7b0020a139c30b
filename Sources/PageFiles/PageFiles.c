#include "PageFiles.h"

#include <stddef.h>
#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct {
  const char *path, *text;
} files[] = {
    {"App/app.css", (const char[]){
#embed "App/app.css" suffix(,)
    0}},
    {"App/app.html", (const char[]){
#embed "App/app.html" suffix(,)
    0}},
    {"App/app.js", (const char[]){
#embed "App/app.js" suffix(,)
    0}},
    {"App/chips.css", (const char[]){
#embed "App/chips.css" suffix(,)
    0}},
    {"App/collections.css", (const char[]){
#embed "App/collections.css" suffix(,)
    0}},
    {"App/collections.js", (const char[]){
#embed "App/collections.js" suffix(,)
    0}},
    {"App/downloads.js", (const char[]){
#embed "App/downloads.js" suffix(,)
    0}},
    {"App/exporting.js", (const char[]){
#embed "App/exporting.js" suffix(,)
    0}},
    {"App/favorites.js", (const char[]){
#embed "App/favorites.js" suffix(,)
    0}},
    {"App/filters.js", (const char[]){
#embed "App/filters.js" suffix(,)
    0}},
    {"App/further.js", (const char[]){
#embed "App/further.js" suffix(,)
    0}},
    {"App/keys.js", (const char[]){
#embed "App/keys.js" suffix(,)
    0}},
    {"App/listing.js", (const char[]){
#embed "App/listing.js" suffix(,)
    0}},
    {"App/outcome.js", (const char[]){
#embed "App/outcome.js" suffix(,)
    0}},
    {"App/photoDetails.js", (const char[]){
#embed "App/photoDetails.js" suffix(,)
    0}},
    {"App/providers.js", (const char[]){
#embed "App/providers.js" suffix(,)
    0}},
    {"App/purposes.js", (const char[]){
#embed "App/purposes.js" suffix(,)
    0}},
    {"App/reasons.js", (const char[]){
#embed "App/reasons.js" suffix(,)
    0}},
    {"App/searches.js", (const char[]){
#embed "App/searches.js" suffix(,)
    0}},
    {"App/selection.css", (const char[]){
#embed "App/selection.css" suffix(,)
    0}},
    {"App/selection.js", (const char[]){
#embed "App/selection.js" suffix(,)
    0}},
    {"App/server.js", (const char[]){
#embed "App/server.js" suffix(,)
    0}},
    {"App/trouble.js", (const char[]){
#embed "App/trouble.js" suffix(,)
    0}},
    {"App/undo.js", (const char[]){
#embed "App/undo.js" suffix(,)
    0}},
    {"App/views.js", (const char[]){
#embed "App/views.js" suffix(,)
    0}},
    {"File/entries.js", (const char[]){
#embed "File/entries.js" suffix(,)
    0}},
    {"File/favorites.js", (const char[]){
#embed "File/favorites.js" suffix(,)
    0}},
    {"File/file.css", (const char[]){
#embed "File/file.css" suffix(,)
    0}},
    {"File/page.html", (const char[]){
#embed "File/page.html" suffix(,)
    0}},
    {"File/page.js", (const char[]){
#embed "File/page.js" suffix(,)
    0}},
    {"Shared/card.js", (const char[]){
#embed "Shared/card.js" suffix(,)
    0}},
    {"Shared/columns.js", (const char[]){
#embed "Shared/columns.js" suffix(,)
    0}},
    {"Shared/detail.css", (const char[]){
#embed "Shared/detail.css" suffix(,)
    0}},
    {"Shared/detail.html", (const char[]){
#embed "Shared/detail.html" suffix(,)
    0}},
    {"Shared/detail.js", (const char[]){
#embed "Shared/detail.js" suffix(,)
    0}},
    {"Shared/dom.js", (const char[]){
#embed "Shared/dom.js" suffix(,)
    0}},
    {"Shared/grid.css", (const char[]){
#embed "Shared/grid.css" suffix(,)
    0}},
    {"Shared/grid.js", (const char[]){
#embed "Shared/grid.js" suffix(,)
    0}},
    {"Shared/mark.svg", (const char[]){
#embed "Shared/mark.svg" suffix(,)
    0}},
    {"Shared/page.css", (const char[]){
#embed "Shared/page.css" suffix(,)
    0}},
    {"Shared/photos.js", (const char[]){
#embed "Shared/photos.js" suffix(,)
    0}},
    {"Shared/places.css", (const char[]){
#embed "Shared/places.css" suffix(,)
    0}},
    {"Shared/places.js", (const char[]){
#embed "Shared/places.js" suffix(,)
    0}},
    {"Shared/print.css", (const char[]){
#embed "Shared/print.css" suffix(,)
    0}},
    {"Shared/zoom.js", (const char[]){
#embed "Shared/zoom.js" suffix(,)
    0}},
};

const char *page_file(const char *path) {
  for (size_t index = 0; index < sizeof files / sizeof *files; index++)
    if (strcmp(files[index].path, path) == 0) return files[index].text;
  return NULL;
}
