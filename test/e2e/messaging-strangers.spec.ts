/** Injection strings as message text, subject and buyer name: none runs, and none reaches the network. */
import { expect, goTo, test } from './fixtures.ts'

test.use({ shop: { conversations: 1, items: 1 } })

/** Leaves every trace by which the test could notice that it ran. */
const PAYLOAD = `document.title='ran';window.ran=1;new Image().src='https://ran.example/'+1`

const tags = [
  'script',
  'img',
  'svg',
  'iframe',
  'body',
  'video',
  'audio',
  'details',
  'input',
  'marquee',
  'object',
  'embed',
  'math',
  'style',
  'link',
  'base',
  'form',
  'a',
  'button',
  'select',
]
const handlers = [
  'onerror',
  'onload',
  'onfocus',
  'onmouseover',
  'ontoggle',
  'onstart',
  'onanimationstart',
  'onpointerenter',
]

/** More than 200 strings, some combined from parts and some collected by hand. */
const corpus: readonly string[] = [
  ...tags.flatMap((tag) => handlers.map((handler) => `<${tag} src=x href=x autofocus open ${handler}="${PAYLOAD}">`)),
  ...tags.map((tag) => `</textarea></title></script><${tag} src="https://ran.example/${tag}">${PAYLOAD}</${tag}>`),
  ...[
    'javascript:',
    'JaVaScRiPt:',
    'java\tscript:',
    'java\nscript:',
    '\u0001javascript:',
    'data:text/html,',
    'vbscript:',
  ].flatMap((scheme) => [`<a href="${scheme}${PAYLOAD}">x</a>`, `[x](${scheme}${PAYLOAD})`, `${scheme}${PAYLOAD}`]),
  `<script>${PAYLOAD}</script>`,
  `<SCRIPT SRC=https://ran.example/x.js></SCRIPT>`,
  `<scr<script>ipt>${PAYLOAD}</scr</script>ipt>`,
  `<img src="x\` \`<script>${PAYLOAD}</script>"\` \`>`,
  `<svg><animate onbegin=${PAYLOAD} attributeName=x dur=1s>`,
  `<svg><script href="data:,${PAYLOAD}" />`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${PAYLOAD}>`,
  `<noscript><p title="</noscript><img src=x onerror=${PAYLOAD}>">`,
  `<template><script>${PAYLOAD}</script></template>`,
  `<meta http-equiv="refresh" content="0;url=https://ran.example/">`,
  `<link rel=stylesheet href=https://ran.example/x.css>`,
  `<style>@import 'https://ran.example/x.css';</style>`,
  `<div style="background:url(https://ran.example/bg)">`,
  `<object data="https://ran.example/x"></object>`,
  `<iframe srcdoc="<script>${PAYLOAD}</script>"></iframe>`,
  `&lt;script&gt;${PAYLOAD}&lt;/script&gt;`,
  `&#60;script&#62;${PAYLOAD}`,
  `\\u003cscript\\u003e${PAYLOAD}`,
  `%3Cscript%3E${PAYLOAD}`,
  `\u202e<script>${PAYLOAD}</script>\u202c`,
  `{{constructor.constructor('${PAYLOAD}')()}}`,
  `\${${PAYLOAD}}`,
  `<%= ${PAYLOAD} %>`,
  `]]><script>${PAYLOAD}</script>`,
  `<!--><script>${PAYLOAD}</script>-->`,
  `"><img src=x onerror=${PAYLOAD}>`,
  `'-(${PAYLOAD})-'`,
  `__proto__`,
  `';DROP TABLE messages;--`,
]

/** Few enough to open one by one, and each small enough to be rendered in full at once. */
const THREADS = 8

const isOpened = (_: unknown, place: number): boolean => place % 8 === 0

test('MSG-23 shows more than 200 injection strings as text, subject and name, and none runs or reaches the network', async ({
  page,
  practice,
  api,
}) => {
  test.setTimeout(180_000)
  const options = page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')
  expect(corpus.length).toBeGreaterThanOrEqual(200)
  const strangers: string[] = []
  const own = new URL(page.url()).origin
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== own && protocol !== 'data:' && protocol !== 'blob:') strangers.push(request.url())
  })
  page.on('dialog', () => strangers.push('a dialog'))
  page.on('popup', () => strangers.push('a window'))

  // Each string is the name, subject and text of one conversation. The name is numbered, because some strings differ only
  // in characters that a name can't contain.
  const ids: string[] = []
  for (const [place, text] of corpus.entries()) {
    const wish = { username: `${place} ${text}`, subject: text, text }
    ids.push(((await practice.post('/practice/messages', wish)) as { conversationId: string }).conversationId)
  }
  expect(new Set(ids).size).toBe(corpus.length)
  // All strings again, as the messages of a few conversations.
  const share = Math.ceil(corpus.length / THREADS)
  const threads: string[] = []
  for (let turn = 0; turn < THREADS; turn += 1) {
    const [first = 'x', ...rest] = corpus.slice(turn * share, (turn + 1) * share)
    const wish = { username: `thread ${turn}`, subject: first, text: first }
    const { conversationId } = (await practice.post('/practice/messages', wish)) as { conversationId: string }
    threads.push(conversationId)
    for (const text of rest) await practice.post('/practice/messages', { conversationId, text })
  }
  const count = 1 + corpus.length + THREADS
  // A check may already be reading the first of them, for as long as a busy machine takes.
  await api('messaging.syncNow')
  await expect
    .poll(async () => (await api<{ total: number }>('messaging.conversations', { view: 'all' })).total, {
      timeout: 90_000,
    })
    .toBe(count)
  await expect(options.first()).toHaveAttribute('aria-setsize', String(count))

  // In the list: every row, a screen at a time.
  const seen = await page.getByRole('listbox', { name: 'Conversations' }).evaluate(async (list) => {
    const rows = new Map<number, string>()
    for (;;) {
      for (const row of list.querySelectorAll('[role=option]')) {
        if (row.getAttribute('aria-label') === 'Loading') continue
        rows.set(Number(row.getAttribute('aria-posinset')), row.textContent ?? '')
      }
      const before = list.scrollTop
      const isEnd = before + list.clientHeight >= list.scrollHeight - 1
      const isHere = [...list.querySelectorAll('[role=option]')].every((row) => row.ariaLabel !== 'Loading')
      if (isEnd && isHere) return [...rows.values()]
      if (isHere) list.scrollTop = before + list.clientHeight / 2
      await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)))
    }
  })
  const flat = (text: string): string => text.replace(/\s+/g, ' ')
  for (const [place, text] of corpus.entries()) {
    const row = seen.find((words) => flat(words).includes(`${place} ${flat(text)}`))
    expect(row, text).toBeDefined()
    // The row contains the string three times: name, subject and first words.
    expect(flat(row ?? '').split(flat(text).slice(0, 60)).length - 1, text).toBeGreaterThanOrEqual(3)
  }

  // As heading and buyer's name: every eighth, since all take the same path.
  const headings = await page.evaluate(
    async (all) => {
      const found: (string | null | undefined)[] = []
      for (const [id, name] of all) {
        location.hash = `#/inbox/${encodeURIComponent(id)}`
        const until = performance.now() + 30_000
        for (;;) {
          const region = [...document.querySelectorAll('section')].find(
            (one) => one.ariaLabel === `Messages with ${name}`,
          )
          const heading = region?.parentElement?.closest('section')?.querySelector('h2')
          if (heading != null) {
            found.push(heading.textContent)
            break
          }
          if (performance.now() > until) throw new Error(`It did not open: ${name}`)
          await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)))
        }
      }
      return found
    },
    corpus.map((text, place) => [ids[place] ?? '', `${place} ${text}`] as const).filter(isOpened),
  )
  expect(headings).toEqual(corpus.filter(isOpened))

  // As messages.
  for (const [turn, conversationId] of threads.entries()) {
    const texts = corpus.slice(turn * share, (turn + 1) * share)
    await goTo(page, `#/inbox/${encodeURIComponent(conversationId)}`)
    const articles = page.getByRole('region', { name: `Messages with thread ${turn}` }).getByRole('article')
    await expect(articles).toHaveCount(texts.length)
    const shown = await articles.locator('p').evaluateAll((all) => all.map((one) => one.textContent))
    expect(shown.toSorted()).toEqual([...texts].toSorted())
  }

  // In search results and dialogs.
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('script')
  await expect(options.first().locator('mark').first()).toBeVisible()
  await page.getByRole('button', { name: 'More for this conversation' }).click()
  await page.getByRole('menuitem', { name: 'Delete this conversation' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')

  expect(strangers, 'requests, dialogs and windows').toEqual([])
  expect(await page.evaluate(() => (window as { ran?: number }).ran), 'something ran').toBeUndefined()
  await expect(page).toHaveTitle('Stallhand')
})
