/** The JavaScript needed before the window shows anything: the page's script and its static imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Measure, requireBuild, root } from './measure.ts'

const MAX_KB = 180

export const firstJavascript: Measure = async () => {
  requireBuild()
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
  if (seen.size === 0) throw new Error('The page names no script.')
  const kilobytes = [...seen].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0) / 1_000
  return [
    {
      what: 'First JavaScript, gzip',
      limit: 'a budget',
      limitValue: MAX_KB,
      ours: kilobytes,
      unit: 'kB',
      ratio: kilobytes / MAX_KB,
      goal: { atMost: 1 },
    },
  ]
}
