/**
 * The text of HTML, to be shown as text and never as HTML. SECURITY: a tag ends before the next `<`, so that half a million of them
 * take one pass.
 */
export const htmlToText = (html: string): string =>
  html
    .replace(/<(br|\/p|\/li|\/div|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[a-z/!?][^<>]*>/gi, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
