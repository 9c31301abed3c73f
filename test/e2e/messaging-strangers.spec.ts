/** What strangers write, in a real browser: as text, subject and name; none of it runs, none of it reaches the network. */
import { expect, test } from './fixtures.ts'

test.use({ shop: { conversations: 1, items: 1 } })

/** Says that it ran, in every way a script of a stranger could be noticed. */
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

/** At least 200 strings, made of parts and collected by hand. */
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

test(`MSG-23 ${'shows 200 and more injection strings as text, and none runs or reaches the network'}`, async ({
  page,
  practice,
}) => {
  test.setTimeout(180_000)
  expect(corpus.length).toBeGreaterThanOrEqual(200)
  const strangers: string[] = []
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (hostname !== '127.0.0.1' && hostname !== 'localhost' && !/^(data|blob):/.test(request.url()))
      strangers.push(request.url())
  })
  page.on('dialog', () => strangers.push('a dialog'))
  page.on('popup', () => strangers.push('a window'))

  // Ten conversations whose names and subjects are such strings too, each with its share of the texts.
  const share = Math.ceil(corpus.length / 10)
  for (let turn = 0; turn < 10; turn += 1) {
    const texts = corpus.slice(turn * share, (turn + 1) * share)
    const [first = 'x', ...rest] = texts
    const { conversationId } = (await practice.post('/practice/messages', {
      username: `${turn}${first}`,
      subject: texts.at(-1),
      text: first,
    })) as { conversationId: string }
    for (const text of rest) await practice.post('/practice/messages', { conversationId, text })
  }
  await page.getByRole('button', { name: 'Read new messages now' }).click()
  const options = page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')
  await expect(options).toHaveCount(11, { timeout: 30_000 })

  let seen = 0
  for (let turn = 0; turn < 10; turn += 1) {
    const texts = corpus.slice(turn * share, (turn + 1) * share)
    await options
      .filter({ hasText: `${turn}${texts[0]?.slice(0, 20)}` })
      .first()
      .click()
    const articles = page.getByRole('article')
    await expect(articles).toHaveCount(texts.length, { timeout: 30_000 })
    const shown = await articles.locator('p').evaluateAll((all) => all.map((one) => one.textContent))
    expect(shown.toSorted()).toEqual([...texts].toSorted())
    seen += shown.length
  }
  expect(seen).toBe(corpus.length)

  // Searching and dialogs show them as well.
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('script')
  await expect(options.first()).toBeVisible()
  await page.getByRole('button', { name: 'Delete this conversation' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')

  expect(strangers, 'requests, dialogs and windows').toEqual([])
  expect(await page.evaluate(() => (window as { ran?: number }).ran), 'something ran').toBeUndefined()
  await expect(page).toHaveTitle('Stallhand')
})
