import { describe, expect, it } from 'vitest'
import { problemPage, showProblem } from '../../../main/hosts/local/show-problem.ts'

describe('a start that did not succeed', () => {
  it('is reported in the browser that was to open, once, and then the program ends', async () => {
    const reported: { status: number; body: string; policy: string | null }[] = []
    let address = ''
    let read: Promise<void> | undefined
    await showProblem('The database <x> was written by a newer Stallhand.', (opened) => {
      address = opened
      read = (async () => {
        // What a browser asks beside the page is not the page.
        for (const asked of ['favicon.ico', '']) {
          const answer = await fetch(`${opened}${asked}`)
          const policy = answer.headers.get('content-security-policy')
          reported.push({ status: answer.status, body: await answer.text(), policy })
        }
      })()
      return read
    })
    await read
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    expect(reported.map(({ status }) => status)).toEqual([404, 200])
    expect(reported[1]?.body).toContain('The database &#60;x&#62; was written by a newer Stallhand.')
    expect(reported[1]?.policy).toContain("default-src 'none'")
    await expect(fetch(address)).rejects.toThrow()
  })

  it('is hidden from a request for another host name, and ends even without a browser', async () => {
    let status = 0
    await showProblem('Wrong.', async (opened) => {
      status = (await fetch(opened, { method: 'POST' })).status
      throw new Error('no browser')
    })
    expect(status).toBe(404)
  })

  it('is one page with one sentence and what to do', () => {
    expect(problemPage('Port 80 is in use.')).toMatch(/<h1>Stallhand could not start<\/h1>\n<p>Port 80 is in use.<\/p>/)
  })
})
