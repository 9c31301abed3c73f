/** One preview beside the product it belongs to. */
import { ArrowLeft, ChevronLeft, ChevronRight, FilePlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { htmlToText } from '../../../shared/inventory/html-text.ts'
import { countCharacters, MAX_ASPECT_NAME_CHARACTERS } from '../../../shared/inventory/limits.ts'
import type { TaskPage } from '../../../shared/mapping/contract.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import type { ListingPreview } from '../../../shared/mapping/task-result.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { CommandButton, CommandIconButton } from '../../commands/command-button.tsx'
import { locationHref, navigate } from '../../location.ts'
import { Picture } from '../../parts/picture.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { KeyValue } from '../../ui/display/key-value.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import styles from '../mapping.module.css'
import { type Aspects, aspectTexts } from '../mapping-labels.ts'
import { CategoryName } from './category.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { listSkeleton } from './list-parts.tsx'

const isTooLong = (name: string, values: readonly string[], maxValueCharacters: number): boolean =>
  countCharacters(name) > MAX_ASPECT_NAME_CHARACTERS ||
  values.some((value) => countCharacters(value) > maxValueCharacters)

/** The fields that both sides of the comparison have. */
type Listing = {
  readonly title: string
  readonly images: readonly string[]
  readonly aspects: Aspects
  readonly description?: string | null | undefined
}

type SideProps = Listing & {
  readonly heading: string
  /** Parts equal to the other side are dimmed. */
  readonly other: Listing | undefined
  /** Marks what is new or different here. */
  readonly isMarked?: boolean
  readonly facts: Readonly<Record<string, ReactNode>>
}

const Mark = ({ isNew }: { readonly isNew: boolean }) => (
  <Badge tone={isNew ? 'good' : 'caution'}>{isNew ? 'New' : 'Differs'}</Badge>
)

const PartHeading = ({ text, mark }: { readonly text: string; readonly mark?: ReactNode }) => (
  <Row className={styles.partHeading}>
    <Text as="h4" size="meta" strong tone="faint">
      {text}
    </Text>
    {mark}
  </Row>
)

const Side = ({ heading, title, images, aspects, description, other, isMarked = false, facts }: SideProps) => {
  const { limits } = usePlatform()
  const others = aspectTexts(other?.aspects ?? [])
  const shown = htmlToText(description ?? '')
  const otherShown = htmlToText(other?.description ?? '')
  const isCompared = isMarked && other !== undefined
  // Item specifics on both sides come first, in the same order, so they line up.
  const order = (isMarked ? aspects : (other?.aspects ?? [])).map(({ name }) => name)
  const rank = ({ name }: Aspects[number]): number => (others.has(name) ? order.indexOf(name) : order.length)
  const newPictures = images.filter((url) => other?.images.includes(url) !== true).length
  return (
    <section aria-label={heading} className={styles.side}>
      <Text as="h3" size="meta" strong tone="faint">
        {heading}
      </Text>
      <Row align="start">
        <Text as="p" size="section">
          {title || 'No title'}
        </Text>
        {isCompared && title !== '' && title !== other.title && <Mark isNew={other.title === ''} />}
      </Row>
      <Stack>
        <Row align="end" wrap>
          {images.length === 0 && <Text tone="faint">No pictures</Text>}
          {images.map((url, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same address may come twice
            <span className={styles.picture} key={index}>
              <Picture size="tile" url={url} />
            </span>
          ))}
        </Row>
        {isCompared && newPictures > 0 && (
          <Row>
            <Badge tone="good">{formatCount(newPictures, 'new picture')}</Badge>
          </Row>
        )}
      </Stack>
      <KeyValue
        facts={Object.entries(facts).map(([label, value]) => ({
          label,
          value: value || 'None',
          isMono: typeof value === 'string',
        }))}
      />
      <div>
        <PartHeading text="Item specifics" />
        {aspects.length === 0 && <Text tone="faint">None</Text>}
        <dl>
          {aspects
            .toSorted((a, b) => rank(a) - rank(b))
            .map(({ name, values, hints = [] }, index) => {
              const isSame = others.get(name) === values.join('\n')
              return (
                <div
                  className={styles.aspect}
                  data-known={isSame || undefined}
                  data-too-long={isTooLong(name, values, limits.aspectValue) || undefined}
                  // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice
                  key={index}
                >
                  <dt>{name || 'Unnamed'}</dt>
                  <dd>
                    <span>
                      {values
                        .map((value) => (value.trim() === '' ? '(empty)' : value))
                        .map((value) => (hints.includes(value) ? `${value} (a hint)` : value))
                        .join(', ')}
                    </span>
                    {isCompared && !isSame && <Mark isNew={!others.has(name)} />}
                  </dd>
                </div>
              )
            })}
        </dl>
      </div>
      {description !== undefined && (
        <Stack gap={1}>
          <PartHeading
            mark={isCompared && shown !== '' && shown !== otherShown && <Mark isNew={otherShown === ''} />}
            text="Description"
          />
          <Text as="p" className={styles.description}>
            {shown || 'None'}
          </Text>
        </Stack>
      )}
    </section>
  )
}

/** The seller's item with the preview's SKU, including its unsaved edit. */
const useItemOf = (taskRef: number, previewIndex: number, sku: string | null) => {
  const draft = useApiQuery(
    'mapping',
    'draftFromPreview',
    { taskRef, previewIndex, sku: sku ?? '' },
    { enabled: sku !== null },
  )
  const hasItem = draft.data !== undefined && draft.data.existing !== null
  const item = useApiQuery('inventory', 'item', { sku: sku ?? '' }, { enabled: hasItem })
  return hasItem ? item.data?.view : undefined
}

type PreviewProps = { readonly task: TaskPage; readonly previewIndex: number }

type ComparisonProps = PreviewProps & { readonly preview: ListingPreview; readonly sent: Product | null }

/** The preview beside the seller's item, or beside the product that was sent. */
const Comparison = ({ task, previewIndex, preview, sent }: ComparisonProps) => {
  const { The } = usePlatformName()
  const item = useItemOf(task.taskRef, previewIndex, preview.sku)
  return (
    <Stack gap={4}>
      {task.drafts
        .filter((draft) => draft.previewIndex === previewIndex)
        .map(({ sku }) => (
          <Banner key={sku} tone="good">
            A draft was created from this suggestion:{' '}
            <a href={locationHref({ screen: 'items', path: [sku] })}>
              open <span className="mono">{sku}</span> in Items
            </a>
          </Banner>
        ))}
      <div className={styles.comparison}>
        {item !== undefined ? (
          <Side
            {...item}
            facts={{
              SKU: (
                <a href={locationHref({ screen: 'items', path: [preview.sku ?? ''] })}>
                  <span className="mono">{preview.sku}</span>
                </a>
              ),
            }}
            heading="Your item now"
            images={item.imageUrls}
            other={preview}
            title={item.title ?? ''}
          />
        ) : sent !== null ? (
          <Side
            aspects={sent.aspects}
            facts={{ SKU: sent.sku, 'Product ID': sent.externalProductId }}
            heading="You sent"
            images={sent.images}
            other={preview}
            title={sent.title ?? ''}
          />
        ) : (
          <section aria-label="You sent" className={styles.side}>
            <Text as="h3" size="meta" strong tone="faint">
              You sent
            </Text>
            <Text as="p" className={styles.measure} tone="faint">
              {task.productCount === 0
                ? 'This task was added by its ID, so Stallhand doesn’t know what was sent.'
                : 'The product can’t be identified: only the SKU links it to the suggestion, and this one has no SKU or shares it with another.'}
            </Text>
          </section>
        )}
        <Side
          aspects={preview.aspects}
          description={preview.description}
          facts={{
            SKU: preview.sku,
            Category: preview.categoryId !== null && <CategoryName categoryId={preview.categoryId} />,
            Reference: preview.mappingReferenceId,
          }}
          heading={`${The} recommends`}
          images={preview.images}
          isMarked
          other={
            item !== undefined
              ? { ...item, title: item.title ?? '', images: item.imageUrls }
              : sent !== null
                ? { ...sent, title: sent.title ?? '' }
                : undefined
          }
          title={preview.title}
        />
      </div>
    </Stack>
  )
}

export const PreviewPage = ({ task, previewIndex }: PreviewProps) => {
  const { taskRef } = task
  const query = useApiQuery('mapping', 'preview', { taskRef, previewIndex })
  const preview = query.data?.preview
  const [isDrafting, setIsDrafting] = useState(false)
  const count = task.counts?.listingPreviews ?? 0
  const goTo = (...path: readonly string[]): void =>
    navigate({ screen: 'mapping', path: [String(taskRef), 'previews', ...path] })
  return (
    <Pane
      title={preview === undefined ? `Suggestion ${previewIndex + 1}` : preview.title || 'Untitled suggestion'}
      subtitle={`Suggestion ${previewIndex + 1} of ${count}`}
      actions={
        <>
          <Button autoFocus icon={ArrowLeft} onPress={() => goTo()} variant="quiet">
            All suggestions
          </Button>
          <CommandIconButton
            command="mapping.previousPreview"
            icon={ChevronLeft}
            disabledReason={previewIndex === 0 ? 'This is the first' : undefined}
            onPress={() => goTo(String(previewIndex))}
          />
          <CommandIconButton
            command="mapping.nextPreview"
            icon={ChevronRight}
            disabledReason={previewIndex + 1 >= count ? 'This is the last' : undefined}
            onPress={() => goTo(String(previewIndex + 2))}
          />
          {preview !== undefined && (
            <CommandButton
              command="mapping.draftItem"
              icon={FilePlus}
              onPress={() => setIsDrafting(true)}
              variant="primary"
            />
          )}
        </>
      }
    >
      <QueryView query={query} label="The suggestion" skeleton={listSkeleton}>
        {(data) => <Comparison task={task} previewIndex={previewIndex} {...data} />}
      </QueryView>
      {isDrafting && preview !== undefined && (
        <DraftDialog
          onClose={() => setIsDrafting(false)}
          taskRef={taskRef}
          previewIndex={previewIndex}
          preview={preview}
        />
      )}
    </Pane>
  )
}
