/**
 * `stallhand://app/`: the address of the window's files.
 *
 * SECURITY (Electron checklist 18): no `file://`. This custom scheme has its own origin, answers only GET, and reads
 * only the renderer's folder.
 */
import type { CustomScheme } from 'electron'
import { type ReadRendererFile, securityHeaders } from '../common/renderer-files.ts'

export const APP_SCHEME = 'stallhand'
export const APP_ORIGIN = 'stallhand://app'
export const DOCUMENT_URL = `${APP_ORIGIN}/index.html`

/**
 * Register before the app is ready. `standard` gives the scheme an origin; `secure` makes it a secure context
 * (https://www.electronjs.org/docs/latest/api/protocol#protocolregisterschemesasprivilegedcustomschemes).
 */
export const appScheme: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
}

const refusal = (status: number, text: string): Response =>
  new Response(text, { status, headers: { ...securityHeaders, 'content-type': 'text/plain; charset=utf-8' } })

export const createAppProtocol =
  (readFile: ReadRendererFile) =>
  async (request: { readonly url: string; readonly method: string }): Promise<Response> => {
    if (request.method !== 'GET') return refusal(405, 'Only GET is answered here.')
    // Node and Chromium disagree about the origin of a custom scheme, but not about protocol and host.
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined
    if (url?.protocol !== `${APP_SCHEME}:` || url.host !== 'app')
      return refusal(404, 'There is nothing at this address.')
    const file = await readFile(url.pathname)
    if (file === undefined) return refusal(404, 'There is no such file.')
    return new Response(file.body, { headers: { ...securityHeaders, ...file.headers } })
  }
