/** How eBay's conversation service changes texts, as it was seen to do. */

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A message of the platform itself is a whole document, with a style sheet and pictures. */
export const toHtmlDocument = (subject: string, text: string): string =>
  `<!DOCTYPE html><html><head><title>${escapeHtml(subject)}</title><style>p{color:#333}</style></head><body>` +
  '<img src="https://pictures.practice.invalid/logo.png" alt="">' +
  `<table><tr><td>${text
    .split('\n')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')}</td></tr></table>` +
  '<p><a href="https://www.ebay.com/help/home">Help&nbsp;&amp;&nbsp;contact</a></p>' +
  '<script>document.title="changed"</script></body></html>'

/** A message written on the web holds entities, and a tag for each line break. */
export const toMemberText = (text: string): string =>
  escapeHtml(text).replaceAll("'", '&#39;').replaceAll('"', '&quot;').replaceAll('\n', '<br />')

/** Web addresses, mail addresses and telephone numbers don't arrive, and the answer doesn't say so. */
export const dropContactData = (text: string): string =>
  text.replaceAll(/https?:\/\/\S+|www\.\S+|\S+@\S+\.\S+|\+\d[\d ./-]{7,}\d/g, '')
