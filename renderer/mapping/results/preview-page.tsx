/** One preview beside the product it answers. */
import { ArrowLeft, ChevronLeft, ChevronRight, FilePlus } from 'lucide-react'
import { useState } from 'react'
import {
  countCharacters,
  MAX_ASPECT_NAME_CHARACTERS,
  MAX_ASPECT_VALUE_CHARACTERS,
} from '../../../shared/inventory/limits.ts'
import type { TaskPage } from '../../../shared/mapping/contract.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import type { ListingPreview } from '../../../shared/mapping/task-result.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { locationHref, navigate } from '../../api/location.ts'
import { CommandButton, CommandIconButton } from '../../commands/command-button.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Pane } from '../../ui/pane.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import styles from '../mapping.module.css'
import { type Aspects, aspectTexts, htmlToText } from '../mapping-labels.ts'
import { PreviewPicture } from '../preview-picture.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { listSkeleton } from './list-parts.tsx'

const isTooLong = (name: string, values: readonly string[]): boolean =>
  countCharacters(name) > MAX_ASPECT_NAME_CHARACTERS ||
  values.some((value) => countCharacters(value) > MAX_ASPECT_VALUE_CHARACTERS)

type SideProps = {
  readonly heading: string
  readonly title: string
  readonly images: readonly string[]
  readonly aspects: Aspects
  /** Aspects with the same values on the other side are less prominent. */
  readonly otherAspects: Aspects
  readonly description?: string
  readonly facts: Readonly<Record<string, string | null | undefined>>
}

const Side = ({ heading, title, images, aspects, otherAspects, description, facts }: SideProps) => {
  const other = aspectTexts(otherAspects)
  return (
    <Stack aria-label={heading} as="section" gap={3}>
      <Text as="h3" size="meta" strong tone="faint">
        {heading}
      </Text>
      <Text as="p" size="section">
        {title || 'No title'}
      </Text>
      <Row align="end" wrap>
        {images.length === 0 && <Text tone="faint">No pictures</Text>}
        {images.map((url, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same address may come twice
          <PreviewPicture key={index} url={url} size={index === 0 ? 'large' : 'small'} />
        ))}
      </Row>
      <KeyValue
        facts={Object.entries(facts).map(([label, value]) => ({
          label,
          value: value ?? 'None',
          isMono: value != null,
        }))}
      />
      <Text as="h4" size="meta" strong tone="faint">
        Item specifics
      </Text>
      {aspects.length === 0 && <Text tone="faint">None</Text>}
      <dl>
        {aspects.map(({ name, values }, index) => (
          <div
            className={styles.aspect}
            data-known={other.get(name) === values.join('\n') || undefined}
            data-too-long={isTooLong(name, values) || undefined}
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice
            key={index}
          >
            <dt>{name || 'Unnamed'}</dt>
            <dd>{values.map((value) => (value.trim() === '' ? '(empty)' : value)).join(', ')}</dd>
          </div>
        ))}
      </dl>
      {description !== undefined && (
        <>
          <Text as="h4" size="meta" strong tone="faint">
            Description
          </Text>
          <Text as="p" className={styles.description}>
            {htmlToText(description) || 'None'}
          </Text>
        </>
      )}
    </Stack>
  )
}

type PreviewProps = {
  readonly task: TaskPage
  readonly previewIndex: number
  readonly preview: ListingPreview
  readonly sent: Product | null
}

const Preview = ({ task, previewIndex, preview, sent }: PreviewProps) => {
  const [isDrafting, setIsDrafting] = useState(false)
  const count = task.counts?.listingPreviews ?? 0
  const goTo = (...path: readonly string[]): void =>
    navigate({ screen: 'mapping', path: [String(task.taskRef), 'previews', ...path] })
  return (
    <Pane
      title={preview.title || 'Untitled preview'}
      subtitle={`Preview ${previewIndex + 1} of ${count}`}
      actions={
        <>
          <Button icon={ArrowLeft} onPress={() => goTo()} variant="quiet">
            All previews
          </Button>
          <CommandIconButton
            command="mapping.previousPreview"
            icon={ChevronLeft}
            isDisabled={previewIndex === 0}
            onPress={() => goTo(String(previewIndex))}
          />
          <CommandIconButton
            command="mapping.nextPreview"
            icon={ChevronRight}
            isDisabled={previewIndex + 1 >= count}
            onPress={() => goTo(String(previewIndex + 2))}
          />
          <CommandButton
            command="mapping.draftItem"
            icon={FilePlus}
            onPress={() => setIsDrafting(true)}
            variant="primary"
          />
        </>
      }
    >
      <Stack gap={4}>
        {task.drafts
          .filter((draft) => draft.previewIndex === previewIndex)
          .map(({ sku }) => (
            <Banner key={sku} tone="good">
              A draft was created from this preview:{' '}
              <a href={locationHref({ screen: 'items', path: [sku] })}>
                open <span className="mono">{sku}</span> in Items
              </a>
            </Banner>
          ))}
        <div className={styles.columns}>
          {sent === null ? (
            <Stack aria-label="You sent" as="section" gap={3}>
              <Text as="h3" size="meta" strong tone="faint">
                You sent
              </Text>
              <Text as="p" className={styles.measure} tone="faint">
                {task.productCount === 0
                  ? 'This task was added by its id, so Stallhand does not know what was sent.'
                  : 'The product cannot be identified: only the SKU links it to the preview, and this one has none or shares it.'}
              </Text>
            </Stack>
          ) : (
            <Side
              heading="You sent"
              title={sent.title ?? ''}
              images={sent.images}
              aspects={sent.aspects}
              otherAspects={preview.aspects}
              facts={{ 'Product ID': sent.externalProductId, SKU: sent.sku }}
            />
          )}
          <Side
            heading="The platform recommends"
            title={preview.title}
            images={preview.images}
            aspects={preview.aspects}
            otherAspects={sent?.aspects ?? []}
            description={preview.description}
            facts={{ Category: preview.categoryId, SKU: preview.sku, Reference: preview.mappingReferenceId }}
          />
        </div>
      </Stack>
      {isDrafting && (
        <DraftDialog
          onClose={() => setIsDrafting(false)}
          taskRef={task.taskRef}
          previewIndex={previewIndex}
          preview={preview}
        />
      )}
    </Pane>
  )
}

export const PreviewPage = ({ task, previewIndex }: Pick<PreviewProps, 'task' | 'previewIndex'>) => {
  const query = useApiQuery('mapping', 'preview', { taskRef: task.taskRef, previewIndex })
  if (query.data !== undefined) return <Preview task={task} previewIndex={previewIndex} {...query.data} />
  return (
    <Pane
      title={`Preview ${previewIndex + 1}`}
      onBack={() => navigate({ screen: 'mapping', path: [String(task.taskRef), 'previews'] })}
      backLabel="All previews"
    >
      <QueryView query={query} label="Preview" skeleton={listSkeleton}>
        {() => null}
      </QueryView>
    </Pane>
  )
}
