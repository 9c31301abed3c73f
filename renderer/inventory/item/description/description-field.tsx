/** The description: formatted, or its HTML source with a preview. Both edit the same text. */
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { usePlatformName } from '../../../api/use-connection.ts'
import { useViewState } from '../../../api/use-view-state.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeField } from '../../../ui/code/code-field.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import type { Problem } from '../../../ui/feedback/why-link.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx'
import { ProblemLine } from '../problem-line.tsx'
import { DescriptionPreview } from './description-preview.tsx'
import { findActiveParts, parseDescription } from './description-tree.ts'

type Formatting = typeof import('./formatted-editor.tsx')

export type DescriptionFieldProps = {
  readonly html: string
  readonly error: Problem | undefined
  readonly onChange: (html: string) => void
}

const MAX_NAMED = 4

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const nameLost = (lost: readonly string[]): string =>
  joinWords([...lost.slice(0, MAX_NAMED), ...(lost.length > MAX_NAMED ? [`${lost.length - MAX_NAMED} more`] : [])])

/** A description that the formatted view can't show completely is edited as source only, so nothing is dropped silently. */
export const DescriptionField = ({ html, error, onChange }: DescriptionFieldProps) => {
  const { The } = usePlatformName()
  const [preferred, setPreferred] = useViewState('inventory.descriptionView', 'formatted')
  const [shown, setShown] = useState(preferred)
  const [formatting, setFormatting] = useState<Formatting>()
  const parsedHtml = useDeferredValue(html)
  const parsed = useMemo(() => parseDescription(parsedHtml), [parsedHtml])
  const active = useMemo(() => findActiveParts(parsed.nodes), [parsed])
  const read = useMemo(() => formatting?.readDocument(parsed), [formatting, parsed])
  const lost = read?.lost ?? []
  // Waits until typing has paused. The source then stays until the seller chooses.
  if (shown === 'formatted' && lost.length > 0 && parsedHtml === html) setShown('source')

  useEffect(() => {
    import('./formatted-editor.tsx').then(setFormatting).catch(() => setShown('source'))
  }, [])

  // Another part of the page may ask for the source.
  const [seen, setSeen] = useState(preferred)
  if (seen !== preferred) {
    setSeen(preferred)
    setShown(preferred)
  }
  const keepBasic = () => {
    if (formatting === undefined) return
    onChange(formatting.writeDocument(formatting.readDocument(parseDescription(html)).doc))
    setShown('formatted')
  }

  const preview: ReactNode = html.trim() !== '' && (
    <Stack gap={1}>
      <Text size="meta" tone="soft">
        Preview, without links, pictures and styles
      </Text>
      <DescriptionPreview nodes={parsed.nodes} />
    </Stack>
  )
  return (
    <Stack gap={2}>
      <Row justify="between">
        <Text size="meta" strong>
          Description
        </Text>
        {shown === 'source' && lost.length === 0 && (
          <Button
            onPress={() => {
              setShown('formatted')
              setPreferred('formatted')
            }}
            size="s"
            variant="quiet"
          >
            Show it formatted
          </Button>
        )}
      </Row>
      {shown === 'source' ? (
        <>
          <CodeField
            description="Basic tags are allowed."
            error={error}
            isLabelHidden
            label="Description"
            language="html"
            maxRows={16}
            minRows={5}
            onChange={onChange}
            value={html}
          />
          {lost.length > 0 && (
            <Banner action={{ label: 'Keep basic formatting only', onPress: keepBasic }} tone="neutral">
              The formatted view can’t show {nameLost(lost)}. Edit the source, or remove them.
            </Banner>
          )}
          {preview}
        </>
      ) : formatting === undefined || lost.length > 0 ? (
        preview
      ) : (
        <>
          <formatting.FormattedEditor
            html={html}
            isInvalid={error !== undefined}
            label="Description"
            onChange={onChange}
          />
          {error !== undefined && <ProblemLine problem={error} />}
        </>
      )}
      {active.length > 0 && (
        <Banner title={`This description contains ${joinWords(active)}.`} tone="caution">
          {`${The} removes or refuses that. It doesn’t run here. Remove it from the source.`}
        </Banner>
      )}
    </Stack>
  )
}

/** Chooses between the formatted view and the source, for every item. */
export const DescriptionSourceChoice = () => {
  const [preferred, setPreferred] = useViewState('inventory.descriptionView', 'formatted')
  return (
    <Checkbox
      isSelected={preferred === 'source'}
      onChange={(isSource) => setPreferred(isSource ? 'source' : 'formatted')}
    >
      Edit the description as HTML source
    </Checkbox>
  )
}
