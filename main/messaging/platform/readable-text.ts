/**
 * The text of a message body (PLT-30). eBay's own messages are HTML documents, and members' texts may hold entities and line
 * breaks as tags.
 *
 * SECURITY (MSG-23): the parser builds no document and loads nothing. Only text leaves it, which the window shows as text.
 */
import { Parser } from 'htmlparser2'
import { parseWebAddress } from '../../../shared/messaging/links.ts'

/** A message has at most 2,000 characters, a document of the platform's some thousands. */
const MAX_BODY_LENGTH = 200_000
const MAX_TEXT_LENGTH = 50_000
const MAX_LINKS = 200

/** Elements that show no text. */
const hiddenElements: ReadonlySet<string> = new Set([
  ...[
    'head',
    'script',
    'style',
    'title',
    'template',
    'noscript',
    'iframe',
    'object',
    'svg',
    'math',
    'select',
    'textarea',
  ],
])
const blockElements: ReadonlySet<string> = new Set([
  ...[
    'address',
    'article',
    'blockquote',
    'div',
    'dd',
    'dl',
    'dt',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
  ],
  ...['header', 'hr', 'li', 'ol', 'p', 'pre', 'section', 'table', 'tr', 'ul'],
])

const pairTags = /<(p|div|table|ul|ol|h[1-6])(?:\s[^<>]*)?>|<\/(p|div|table|ul|ol|h[1-6])\s*>/gi

/** Whether a tag that has an end is opened and closed. SECURITY: in one pass, whatever the body repeats. */
const hasPair = (body: string): boolean => {
  const opened = new Set<string>()
  for (const [, start, end] of body.matchAll(pairTags)) {
    if (start !== undefined) opened.add(start.toLowerCase())
    else if (end !== undefined && opened.has(end.toLowerCase())) return true
  }
  return false
}

/** A whole document, or tags that only markup has. Text that merely contains `<` or `<b>` is what somebody typed. */
const isHtml = (body: string): boolean => /<!doctype html|<html[\s>]|<body[\s>]|<br\s*\/?>/i.test(body) || hasPair(body)

/** Parses without a document. Entities are decoded as a browser does. */
const parse = (html: string, handlers: ConstructorParameters<typeof Parser>[0]): void => {
  const parser = new Parser(handlers, { decodeEntities: true })
  parser.write(html)
  parser.end()
}

/** `&#39;` to `'`, once. Without its semicolon it is no entity, so that `?x=1&copy=2` stays an address. */
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, (entity) => {
    let decoded = ''
    const ontext = (part: string): void => {
      decoded += part
    }
    parse(entity, { ontext })
    return decoded
  })

const htmlToText = (html: string): string => {
  let text = ''
  let hiddenDepth = 0
  const links: { readonly start: number; readonly url: string }[] = []
  const addLine = (): void => {
    if (text !== '' && !text.endsWith('\n')) text += '\n'
  }
  parse(html, {
    onopentag: (name, { href }) => {
      if (hiddenElements.has(name)) hiddenDepth += 1
      else if (name === 'br') text += '\n'
      else if (blockElements.has(name)) addLine()
      if (name === 'li') text += '• '
      if (name === 'a' && links.length < MAX_LINKS)
        links.push({ start: text.length, url: parseWebAddress(href ?? '')?.url ?? '' })
    },
    ontext: (part) => {
      if (hiddenDepth > 0 || text.length > MAX_TEXT_LENGTH) return
      const line = part.replaceAll(/[ \t\r\n\f\u00a0]+/g, ' ')
      text += text === '' || /\s$/.test(text) ? line.trimStart() : line
    },
    onclosetag: (name) => {
      if (hiddenElements.has(name)) hiddenDepth = Math.max(0, hiddenDepth - 1)
      else if (blockElements.has(name)) addLine()
      else if (name === 'td' || name === 'th') text += ' '
      const link = name === 'a' ? links.pop() : undefined
      if (link === undefined || link.url === '') return
      const label = text.slice(link.start).trim()
      if (label === '') text += link.url
      else if (!label.includes(link.url) && parseWebAddress(label)?.url !== link.url) {
        text = `${text.trimEnd()} (${link.url})`
      }
    },
  })
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** The readable text of a message body: an HTML body without its markup, and any other with its entities decoded once. */
export const toReadableText = (body: string): string => {
  if (!/[<&]/.test(body)) return body
  if (!isHtml(body)) return decodeEntities(body)
  const text = htmlToText(body.slice(0, MAX_BODY_LENGTH))
  // What a buyer typed may only look like markup, and a message must never be blank for that.
  return text.trim() === '' ? body : text
}
