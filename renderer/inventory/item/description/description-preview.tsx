// A preview of the description, built from a tree and never from HTML.
import { Fragment, type ReactNode, useDeferredValue, useMemo } from 'react'
import styles from './description-preview.module.css'
import { type DescriptionNode, MAX_PREVIEW_CHARACTERS, parseDescription, type ShownTag } from './description-tree.ts'

/** Leaves out links, pictures and styles. */
export function DescriptionPreview({ html }: { readonly html: string }) {
  const shown = useDeferredValue(html)
  const tree = useMemo(() => parseDescription(shown), [shown])
  if (html.trim() === '') return null
  return (
    <div className={styles.frame}>
      <p className={styles.label}>Preview, without links, pictures and styles</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section aria-label="Preview of the description" className={styles.preview} tabIndex={0}>
        <Nodes nodes={tree} />
        {html.length > MAX_PREVIEW_CHARACTERS && <p className={styles.label}>The rest is not shown.</p>}
      </section>
    </div>
  )
}

// SECURITY: element names come from this table only, attributes from nowhere (docs/security.md).
const elements: Readonly<Record<Exclude<ShownTag, 'li' | 'ul' | 'ol'>, (children: ReactNode) => ReactNode>> = {
  p: (children) => <p>{children}</p>,
  div: (children) => <div>{children}</div>,
  span: (children) => <span>{children}</span>,
  br: () => <br />,
  hr: () => <hr />,
  b: (children) => <b>{children}</b>,
  i: (children) => <i>{children}</i>,
  u: (children) => <u>{children}</u>,
  s: (children) => <s>{children}</s>,
  small: (children) => <small>{children}</small>,
  sub: (children) => <sub>{children}</sub>,
  sup: (children) => <sup>{children}</sup>,
  code: (children) => <code>{children}</code>,
  pre: (children) => <div className={styles.pre}>{children}</div>,
  blockquote: (children) => <div className={styles.quote}>{children}</div>,
  a: (children) => <span className={styles.link}>{children}</span>,
  heading: (children) => <div className={styles.heading}>{children}</div>,
  table: (children) => <div className={styles.table}>{children}</div>,
  row: (children) => <div className={styles.row}>{children}</div>,
  cell: (children) => <div className={styles.cell}>{children}</div>,
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
  return tag === 'li' ? <div>{<Nodes nodes={children} />}</div> : elements[tag](<Nodes nodes={children} />)
}
