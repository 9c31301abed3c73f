/** A preview of the description, built from a tree and never from HTML. */
import { createElement, Fragment, type ReactNode } from 'react'
import styles from './description.module.css'
import { type DescriptionNode, hiddenTags, type ShownTag, shownTags } from './description-tree.ts'

export type DescriptionPreviewProps = {
  readonly nodes: readonly DescriptionNode[]
}

/** Leaves out links, pictures and styles. */
export const DescriptionPreview = ({ nodes }: DescriptionPreviewProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  <section aria-label="Preview of the description" className={`${styles.text} ${styles.preview}`} tabIndex={0}>
    <Nodes nodes={nodes} />
  </section>
)

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

const isBlank = (node: DescriptionNode): boolean => typeof node === 'string' && node.trim() === ''

const Nodes = ({ nodes }: DescriptionPreviewProps) =>
  nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
    <Fragment key={index}>
      <Node node={node} />
    </Fragment>
  ))

const Node = ({ node }: { readonly node: DescriptionNode }): ReactNode => {
  if (typeof node === 'string') return node
  const { tag, attributes, children } = node
  if (tag === 'img' || tag === 'image') {
    return <span className={styles.picture}>[{attributes.alt ? `Picture: ${attributes.alt}` : 'Picture'}]</span>
  }
  if (hiddenTags.has(tag)) return null
  const shown = shownTags.get(tag)
  if (shown === undefined) return <Nodes nodes={children} />
  if (shown === 'ul' || shown === 'ol') {
    const List = shown
    return (
      <List>
        {children
          .filter((child) => !isBlank(child))
          .map((child, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity
            <li key={index}>
              {typeof child !== 'string' && child.tag === 'li' ? (
                <Nodes nodes={child.children} />
              ) : (
                <Node node={child} />
              )}
            </li>
          ))}
      </List>
    )
  }
  // SECURITY: the element is one of ShownTag's fixed names; its only attribute is a class from this folder (docs/security.md).
  const [element, className] = looks[shown] ?? [shown, undefined]
  const isEmpty = shown === 'br' || shown === 'hr'
  return createElement(element, { className }, isEmpty ? undefined : <Nodes nodes={children} />)
}
