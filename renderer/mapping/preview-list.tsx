/** The listing previews of a task; a row opens the preview beside the product that was sent. */
import type { TaskPage } from '../../shared/mapping/contract.ts'
import type { ListingPreview } from '../../shared/mapping/result.ts'
import { goTo } from '../api/place.ts'
import { Badge } from '../ui/badge.tsx'
import { Table, type TableColumn } from '../ui/table.tsx'
import styles from './lists.module.css'
import { PreviewPicture } from './preview-picture.tsx'

type Row = { readonly index: number; readonly preview: ListingPreview; readonly isDrafted: boolean }

const keyOf = ({ index }: Row): string => String(index)

const columns: readonly TableColumn<Row>[] = [
  {
    id: 'picture',
    label: 'Picture',
    width: '48px',
    isPicture: true,
    render: ({ preview }) => <PreviewPicture url={preview.images[0]} size="row" />,
  },
  {
    id: 'title',
    label: 'Title',
    width: 'minmax(160px, 3fr)',
    render: ({ preview }) => preview.title || 'Without a title',
  },
  {
    id: 'sku',
    label: 'SKU',
    width: 'minmax(80px, 1fr)',
    render: ({ preview }) => <span className="mono">{preview.sku ?? '–'}</span>,
  },
  {
    id: 'category',
    label: 'Category',
    width: '84px',
    render: ({ preview }) => <span className="mono">{preview.categoryId ?? '–'}</span>,
  },
  { id: 'aspects', label: 'Specifics', width: '72px', align: 'end', render: ({ preview }) => preview.aspects.length },
  {
    id: 'draft',
    label: 'Draft',
    width: '84px',
    render: ({ isDrafted }) => (isDrafted ? <Badge tone="good">Draft made</Badge> : null),
  },
]

export const PreviewList = ({ task, list }: { readonly task: TaskPage; readonly list: readonly ListingPreview[] }) => {
  if (list.length === 0) return <p className={styles.none}>The platform mapped none of the products.</p>
  const drafted = new Set(task.drafts.map(({ previewIndex }) => previewIndex))
  const open = (key: string): void =>
    goTo({ room: 'mapping', path: [String(task.taskRef), 'previews', String(Number(key) + 1)] })
  return (
    <Table
      label="Previews"
      columns={columns}
      items={list.map((preview, index) => ({ index, preview, isDrafted: drafted.has(index) }))}
      getKey={keyOf}
      rowHeight={44}
      onSelect={open}
      onOpen={open}
    />
  )
}
