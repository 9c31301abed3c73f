/** Payloads and raw bytes, unformatted. */
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: scrolling regions must be reachable by keyboard
import { WrapText } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { classNames } from '../base/class-names.ts'
import { CopyButton } from '../buttons/copy-button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './code-block.module.css'

export type CodeBlockProps = {
  readonly label: string
  readonly text: string
  /** Long lines break (default) or scroll; the reader can change it. */
  readonly isWrapped?: boolean | undefined
  /** Maximum height in px; without it the block is as high as its text. */
  readonly maxHeight?: number | undefined
}

/** Monospaced text with its label, a copy button and a wrap switch. The scrolling part can be focused. */
export const CodeBlock = ({ label, text, isWrapped = true, maxHeight }: CodeBlockProps) => {
  const [wraps, setWraps] = useState(isWrapped)
  return (
    <figure className={styles.block}>
      <figcaption className={styles.head}>
        <span className={styles.label}>{label}</span>
        <IconButton
          icon={WrapText}
          isPressed={wraps}
          label="Wrap long lines"
          onPress={() => setWraps(!wraps)}
          size="s"
        />
        <CopyButton isIconOnly label={`Copy ${label}`} text={text} />
      </figcaption>
      <section
        aria-label={label}
        className={styles.scroll}
        style={maxHeight === undefined ? {} : ({ maxHeight } satisfies CSSProperties)}
        tabIndex={0}
      >
        <pre className={classNames(styles.text, wraps && styles.wrapped)}>{text}</pre>
      </section>
    </figure>
  )
}
