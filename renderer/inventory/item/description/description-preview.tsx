// A preview of the description, built from a tree and never from HTML.
import { createElement, Fragment, type ReactNode, useDeferredValue, useMemo } from 'react'
import { Stack, Text } from '../../../ui/layout.tsx'
import styles from './description-preview.module.css'
import { type DescriptionNode, MAX_PREVIEW_CHARACTERS, parseDescription, type ShownTag } from './description-tree.ts'

/** Leaves out links, pictures and styles. */
export function DescriptionPreview({ html }: { readonly html: string }) {
  const shown = useDeferredValue(html)
  const tree = useMemo(() => parseDescription(shown), [shown])
  if (html.trim() === '') return null
  return (
    <Stack gap={1}>
      <Text size="meta" tone="soft">
        Preview, without links, pictures and styles
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section aria-label="Preview of the description" className={styles.preview} tabIndex={0}>
        <Nodes nodes={tree} />
        {html.length > MAX_PREVIEW_CHARACTERS && <Text tone="soft">The rest is not shown.</Text>}
      </section>
    </Stack>
  )
}

/** Tags that are shown as another element with a class. */
const looks: Partial<Readonly<Record<ShownTag, readonly ['div' | 'span', string | undefined]>>> = {
  pre: ['div', styles.pre],
  blockquote: ['div', styles.quote],
  a: ['span', styles.link],
  heading: ['div', styles.heading],
  table: ['div', styles.table],
  row: ['div', styles.row],
  cell: ['div', styles.cell],
  li: ['div', undefined],
}

const isBlank = (node: DescriptionNode): boolean => 'text' in node && node.text.trim() === ''

function Nodes({ nodes }: { readonly nodes: readonly DescriptionNode[] }) {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
    <Fragment key={index}>
      <Node node={node} />
    </Fragment>
  ))
}

function Node({ node }: { readonly node: DescriptionNode }): ReactNode {
  if ('text' in node) return node.text
  if ('picture' in node) {
    return <span className={styles.picture}>[{node.picture === '' ? 'Picture' : `Picture: ${node.picture}`}]</span>
  }
  const { tag, children } = node
  if (tag === 'ul' || tag === 'ol') {
    const List = tag
    return (
      <List>
        {children
          .filter((child) => !isBlank(child))
          .map((child, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity
            <li key={index}>
              {'tag' in child && child.tag === 'li' ? <Nodes nodes={child.children} /> : <Node node={child} />}
            </li>
          ))}
      </List>
    )
  }
  // SECURITY: the element is one of ShownTag's fixed names, and has no attribute but a class of ours (docs/security.md).
  const [element, className] = looks[tag] ?? [tag, undefined]
  return createElement(element, { className }, children.length === 0 ? undefined : <Nodes nodes={children} />)
}
