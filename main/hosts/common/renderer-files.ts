/**
 * The window's files. Both hosts serve the renderer through this module.
 *
 * SECURITY (Electron checklist 6, 7 and 18, https://www.electronjs.org/docs/latest/tutorial/security): the path, with
 * links resolved, must be inside the renderer's folder, and every answer has the same policy.
 */
import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'

/** No inline scripts or styles, no remote origins, no framing, and no strings as HTML or script (Trusted Types). */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/**
 * The headers of every answer from a host.
 *
 * SECURITY (SEC-13): a content security policy doesn't cover DNS prefetches
 * (https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-DNS-Prefetch-Control).
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()',
  'x-dns-prefetch-control': 'off',
  'cache-control': 'no-store',
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

type RendererFile = {
  readonly body: Uint8Array<ArrayBuffer>
  /** Overrides `securityHeaders` where both name a header. */
  readonly headers: { readonly 'content-type': string; readonly 'cache-control': string }
}

/** Names of built scripts and style sheets contain a hash of their content, so a cached copy is never outdated. */
const chooseCacheControl = (wanted: string): string =>
  wanted.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-store'

/** Reads a file by its URL path; undefined if there is none. */
export type ReadRendererFile = (pathname: string) => Promise<RendererFile | undefined>

const isInside = (directory: string, file: string): boolean => {
  const relative = path.relative(directory, file)
  return relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..'
}

/** The document is served with the user's theme, so the first frame shows it without an inline script. */
export const createRendererFiles = (
  rendererDir: string,
  theme: () => 'light' | 'dark' | undefined,
): ReadRendererFile => {
  return async (pathname) => {
    let decoded: string
    try {
      decoded = decodeURIComponent(pathname)
    } catch {
      return undefined
    }
    if (!decoded.startsWith('/') || decoded.includes('\0') || decoded.includes('\\')) return undefined
    const wanted = decoded === '/' ? 'index.html' : decoded.slice(1)
    const contentType = contentTypes[path.extname(wanted)]
    if (contentType === undefined) return undefined
    try {
      const directory = await realpath(rendererDir)
      const file = await realpath(path.resolve(directory, wanted))
      if (!isInside(directory, file)) return undefined
      const body = new Uint8Array(await readFile(file))
      const headers = { 'content-type': contentType, 'cache-control': chooseCacheControl(wanted) }
      return { body: wanted === 'index.html' ? withTheme(body, theme()) : body, headers }
    } catch {
      return undefined
    }
  }
}

const withTheme = (body: Uint8Array<ArrayBuffer>, theme: 'light' | 'dark' | undefined): Uint8Array<ArrayBuffer> => {
  if (theme === undefined) return body
  const html = new TextDecoder().decode(body)
  return new Uint8Array(new TextEncoder().encode(html.replace(/<html\b/, `<html data-theme="${theme}"`)))
}
