// A preview of the description, built from a tree and never from HTML.
import { createElement, Fragment, type ReactNode } from 'react'
import styles from './description.module.css'
import { type DescriptionNode, type ShownNode, type ShownTag, toShown } from './description-tree.ts'

export interface DescriptionPreviewProps {
  readonly nodes: readonly DescriptionNode[]
}

/** Leaves out links, pictures and styles. */
export function DescriptionPreview({ nodes }: DescriptionPreviewProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section aria-label="Preview of the description" className={`${styles.text} ${styles.preview}`} tabIndex={0}>
      <Nodes nodes={toShown(nodes)} />
    </section>
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

const isBlank = (node: ShownNode): boolean => 'text' in node && node.text.trim() === ''

function Nodes({ nodes }: { readonly nodes: readonly ShownNode[] }) {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
    <Fragment key={index}>
      <Node node={node} />
    </Fragment>
  ))
}

function Node({ node }: { readonly node: ShownNode }): ReactNode {
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
