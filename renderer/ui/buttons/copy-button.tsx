/** Copies `text`; its label shows the result for two seconds. */
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { VisuallyHidden } from '../base/visually-hidden.tsx'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export type CopyButtonProps = {
  readonly text: string
  readonly label: string
  readonly isIconOnly?: boolean | undefined
  readonly size?: 's' | 'm' | undefined
  readonly autoFocus?: boolean | undefined
}

const SHOWN_MS = 2_000

export const CopyButton = ({ text, label, isIconOnly = false, size = 's', autoFocus = false }: CopyButtonProps) => {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (outcome === null) return undefined
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    )
  }
  const shown = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Couldn’t copy' : label
  const icon = outcome === 'copied' ? Check : Copy
  return (
    <>
      {isIconOnly ? (
        <IconButton icon={icon} label={shown} onPress={copy} size={size} />
      ) : (
        <Button autoFocus={autoFocus} icon={icon} onPress={copy} size={size} variant="quiet">
          {shown}
        </Button>
      )}
      <span role="status">
        <VisuallyHidden>{outcome === null ? '' : shown}</VisuallyHidden>
      </span>
    </>
  )
}
