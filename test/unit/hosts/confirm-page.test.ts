import { afterEach, describe, expect, it } from 'vitest'
import { createPageConfirm } from '../../../main/hosts/local/confirm-page.ts'
import { createFakeClock, settle } from '../../support/fake-clock.ts'

const question = { title: 'Turn <it> off?', text: 'It is "on".', action: 'Turn off' }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const ask = async () => {
  const clock = createFakeClock()
  const printed: string[] = []
  let opened = (_: string): void => undefined
  const address = new Promise<string>((resolve) => {
    opened = resolve
  })
  const confirm = createPageConfirm({
    open: async (url) => opened(url),
    print: (line) => void printed.push(line),
    clock,
  })
  const answer = confirm(question)
  const url = await address
  closing.push(async () => {
    await clock.advance(5 * 60_000)
    await answer
  })
  const post = (form: string, headers: Record<string, string> = { origin: new URL(url).origin }) =>
    fetch(url, {
      method: 'POST',
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  return { url, answer, post, clock, printed }
}
const isOpen = async (answer: Promise<boolean>): Promise<boolean> => {
  await settle()
  return (await Promise.race([answer, Promise.resolve('open')])) === 'open'
}

describe('a question of the local host', () => {
  it('is shown as text, with its address in the terminal', async () => {
    const { url, printed } = await ask()
    const html = await (await fetch(url)).text()
    expect(html).toContain('Turn &#60;it&#62; off?')
    expect(printed).toEqual([`Turn <it> off? Answer at ${url}`])
  })

  it.each([
    ['answer=yes', true],
    ['answer=no', false],
    ['', false],
    [`answer=no&${'x'.repeat(500)}=1&answer=yes`, false],
  ])('takes %j as %s', async (form, isAgreed) => {
    const { post, answer } = await ask()
    expect((await post(form)).status).toBe(200)
    expect(await answer).toBe(isAgreed)
  })

  it('SEC-04 is not answered by another page, nor without its token', async () => {
    const { url, post, answer } = await ask()
    expect((await post('answer=yes', { origin: 'http://127.0.0.1:1' })).status).toBe(403)
    expect((await post('answer=yes', {})).status).toBe(403)
    expect((await post('answer=yes', { origin: 'null' })).status).toBe(403)
    const { origin } = new URL(url)
    for (const path of ['/', `${new URL(url).pathname}x`]) {
      expect(
        (await fetch(`${origin}${path}`, { method: 'POST', body: 'answer=yes', headers: { origin } })).status,
      ).toBe(404)
    }
    expect(await isOpen(answer)).toBe(true)
  })

  it('means no after five minutes', async () => {
    const { answer, clock } = await ask()
    await clock.advance(5 * 60_000)
    expect(await answer).toBe(false)
  })
})
