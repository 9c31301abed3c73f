/** One preview beside the product that was sent for it, and the way from it to a draft item. */
import { ArrowLeft, ChevronLeft, ChevronRight, FilePlus } from 'lucide-react'
import { useState } from 'react'
import {
  ASPECT_NAME_MAX_CHARACTERS,
  ASPECT_VALUE_MAX_CHARACTERS,
  countCharacters,
} from '../../shared/inventory/limits.ts'
import type { TaskPage } from '../../shared/mapping/contract.ts'
import type { Product } from '../../shared/mapping/product.ts'
import type { ListingPreview } from '../../shared/mapping/result.ts'
import { useApiQuery } from '../api/hooks.ts'
import { locationHref, navigate } from '../api/location.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { Pane } from '../ui/pane.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { plainText } from './mapping-labels.ts'
import styles from './preview-page.module.css'
import { PreviewPicture } from './preview-picture.tsx'
import { ListFace } from './problem-lists.tsx'

/** Names over 40 and values over 50 are marked where they are seen first; the draft is where they are shortened. */
const isTooLongAspect = (name: string, values: readonly string[]): boolean =>
  countCharacters(name) > ASPECT_NAME_MAX_CHARACTERS ||
  values.some((value) => countCharacters(value) > ASPECT_VALUE_MAX_CHARACTERS)

type SideProps = {
  readonly heading: string
  readonly title: string | null
  readonly images: readonly string[]
  readonly aspects: readonly { readonly name: string; readonly values: readonly string[] }[]
  readonly description?: string
  readonly facts: readonly { readonly label: string; readonly value: string; readonly isMono: boolean }[]
  /** Aspect names that stand on the other side with the same values: said in a softer voice. */
  readonly known: ReadonlySet<string>
}

const Side = ({ heading, title, images, aspects, description, facts, known }: SideProps) => (
  <section aria-label={heading} className={styles.side}>
    <h3 className={styles.heading}>{heading}</h3>
    <p className={styles.title}>{title === null || title === '' ? 'No title' : title}</p>
    <div className={styles.pictures}>
      {images.length === 0 ? (
        <span className={styles.soft}>No pictures</span>
      ) : (
        images.map((url, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same address may come twice
          <PreviewPicture key={index} url={url} size={index === 0 ? 'large' : 'small'} />
        ))
      )}
    </div>
    <KeyValue facts={[...facts]} />
    <h4 className={styles.subheading}>Item specifics</h4>
    {aspects.length === 0 ? (
      <p className={styles.soft}>None</p>
    ) : (
      <dl className={styles.aspects}>
        {aspects.map(({ name, values }, index) => (
          <div
            className={styles.aspect}
            data-too-long={isTooLongAspect(name, values) || undefined}
            data-known={known.has(name) || undefined}
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice
            key={index}
          >
            <dt>{name === '' ? 'Without a name' : name}</dt>
            <dd>{values.map((value) => (value.trim() === '' ? '(empty)' : value)).join(', ')}</dd>
          </div>
        ))}
      </dl>
    )}
    {description !== undefined && (
      <>
        <h4 className={styles.subheading}>Description</h4>
        <p className={styles.description}>{description.trim() === '' ? 'None' : plainText(description)}</p>
      </>
    )}
  </section>
)

const sameAspects = (
  one: readonly { readonly name: string; readonly values: readonly string[] }[],
  other: readonly { readonly name: string; readonly values: readonly string[] }[],
): ReadonlySet<string> => {
  const texts = new Map(other.map(({ name, values }) => [name, values.join('\n')]))
  return new Set(one.flatMap(({ name, values }) => (texts.get(name) === values.join('\n') ? [name] : [])))
}

export type PreviewPageProps = {
  readonly task: TaskPage
  readonly previewIndex: number
}

export const PreviewPage = ({ task, previewIndex }: PreviewPageProps) => {
  const { data, error, refetch } = useApiQuery('mapping', 'preview', { taskRef: task.taskRef, previewIndex })
  if (data !== undefined) {
    return <Preview task={task} previewIndex={previewIndex} preview={data.preview} sent={data.sent ?? undefined} />
  }
  const toTask = (): void => navigate({ screen: 'mapping', path: [String(task.taskRef), 'previews'] })
  return (
    <Pane title={`Preview ${previewIndex + 1}`} onBack={toTask} backLabel="All previews">
      <ListFace error={error} retry={() => void refetch()} />
    </Pane>
  )
}

type PreviewProps = PreviewPageProps & {
  readonly preview: ListingPreview
  readonly sent: Product | undefined
}

const Preview = ({ task, previewIndex, preview, sent }: PreviewProps) => {
  const [isDrafting, setIsDrafting] = useState(false)
  const count = task.counts?.listingPreviews ?? 0
  const drafts = task.drafts.filter((draft) => draft.previewIndex === previewIndex)
  const known = sent === undefined ? new Set<string>() : sameAspects(preview.aspects, sent.aspects)
  const list = ['previews']
  const go = (path: readonly string[]): void => navigate({ screen: 'mapping', path: [String(task.taskRef), ...path] })

  return (
    <Pane
      title={preview.title === '' ? 'Preview without a title' : preview.title}
      subtitle={`Preview ${previewIndex + 1} of ${count}`}
      acts={
        <>
          <Button icon={ArrowLeft} onPress={() => go(list)} variant="quiet">
            All previews
          </Button>
          <IconButton
            icon={ChevronLeft}
            label="Previous preview"
            isDisabled={previewIndex === 0}
            onPress={() => go([...list, String(previewIndex)])}
          />
          <IconButton
            icon={ChevronRight}
            label="Next preview"
            isDisabled={previewIndex + 1 >= count}
            onPress={() => go([...list, String(previewIndex + 2)])}
          />
          <Button icon={FilePlus} onPress={() => setIsDrafting(true)} variant="primary">
            Make a draft item
          </Button>
        </>
      }
    >
      {drafts.map(({ sku }) => (
        <div className={styles.banner} key={sku}>
          <Banner tone="good">
            A draft was made of this preview:{' '}
            <a href={locationHref({ screen: 'items', path: [sku] })}>
              open <span className="mono">{sku}</span> in Items
            </a>
          </Banner>
        </div>
      ))}
      <div className={styles.sides}>
        {sent === undefined ? (
          <section aria-label="You sent" className={styles.side}>
            <h3 className={styles.heading}>You sent</h3>
            <p className={styles.soft}>
              {task.productCount === 0
                ? 'This task was added by its id, so that what was sent is not known here.'
                : 'Which product this preview answers cannot be told: only a SKU links the two, and this one has none or shares it.'}
            </p>
          </section>
        ) : (
          <Side
            heading="You sent"
            title={sent.title ?? null}
            images={sent.images}
            aspects={sent.aspects}
            facts={[
              { label: 'Product id', value: sent.externalProductId, isMono: true },
              { label: 'SKU', value: sent.sku ?? 'None', isMono: sent.sku !== undefined },
            ]}
            known={known}
          />
        )}
        <Side
          heading="The platform recommends"
          title={preview.title}
          images={preview.images}
          aspects={preview.aspects}
          description={preview.description}
          facts={[
            { label: 'Category', value: preview.categoryId ?? 'None', isMono: preview.categoryId !== null },
            { label: 'SKU', value: preview.sku ?? 'None', isMono: preview.sku !== null },
            {
              label: 'Reference',
              value: preview.mappingReferenceId ?? 'None',
              isMono: preview.mappingReferenceId !== null,
            },
          ]}
          known={known}
        />
      </div>
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
