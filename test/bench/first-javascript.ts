/** How much JavaScript must arrive before the window shows anything. Wants the built window. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Measure, Row } from './measure.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The script that the page names, and what that imports without being asked: what must arrive before anything is seen. */
const firstJavaScript = (): Row => {
  const folder = join(root, 'out', 'renderer')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const all = new Set(readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`))
  const seen = new Set<string>()
  const queue = [...named]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file) || !all.has(file)) continue
    seen.add(file)
    const text = readFileSync(join(folder, file), 'utf8')
    for (const match of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) queue.push(`assets/${match[1]}`)
  }
  const bytes = [...seen].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
  const kilobytes = bytes / 1000
  return {
    what: 'first JavaScript the window loads, gzip',
    limit: '200 kB',
    limitValue: 200,
    ours: kilobytes,
    unit: 'kB',
    ratio: kilobytes / 200,
    goal: 'at most 200 kB',
    met: seen.size > 0 && kilobytes <= 200,
  }
}

export const firstJavascript: Measure = async () => [firstJavaScript()]
