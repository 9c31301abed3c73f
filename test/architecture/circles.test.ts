/** No file needs itself, through whatever other files. */
import { expect, it } from 'vitest'
import { listImports, sourceFiles } from './imports.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/** The circles that a depth-first walk meets, each as the path back to its first file. */
const findCircles = (graph: Graph): readonly string[] => {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) circles.push([...path.slice(at), file].join(' → '))
    if (at >= 0 || done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return circles
}

it('finds a circle, and none in two ways to one file', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['d', 'e']],
    ['e', ['c']],
  ])
  expect(findCircles(graph)).toEqual(['c → e → c'])
})

it('no file imports itself through others, not even a type', () => {
  const graph = new Map(
    sourceFiles('shared', 'main', 'preload', 'renderer', 'test').map((file) => [
      file,
      listImports(file)
        .filter(({ ours }) => ours)
        .map(({ target }) => target),
    ]),
  )
  expect(findCircles(graph), 'put what both sides need, often a type, into a file of its own').toEqual([])
})
