/** Adds products from a CSV file and reports what was left out. */
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import type { Product } from '../../../shared/mapping/product.ts'
import { useClient } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { errorMessage } from '../../ui/feedback/error-message.ts'
import { readText } from '../../ui/fields/read-file.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from '../mapping.module.css'

type Report = {
  readonly text: string
  readonly problems: readonly { readonly line: number; readonly message: string }[]
}

const MAX_PROBLEMS = 20

export const CsvPicker = ({ onAdd }: { readonly onAdd: (products: readonly Product[]) => number }) => {
  const client = useClient()
  const [report, setReport] = useState<Report | undefined>(undefined)
  const [failure, setFailure] = useState<string | undefined>(undefined)

  const read = async (file: File): Promise<void> => {
    setFailure(undefined)
    setReport(undefined)
    try {
      const { products, specifics, problems } = await client.mapping.productsFromCsv({ text: await readText(file) })
      const added = onAdd(products)
      const left = products.length - added
      const text = [
        `Added ${formatCount(added, 'product')} from ${file.name}.`,
        left > 0 ? `${formatCount(left, 'product')} already in the list.` : '',
        specifics.length > 0 ? `Item specifics: ${specifics.join(', ')}.` : '',
      ]
      setReport({ text: text.filter((part) => part !== '').join(' '), problems })
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  return (
    <Stack aria-label="From a CSV file" as="section" gap={3}>
      <Text as="h3" strong>
        From a CSV file
      </Text>
      <Text as="p" className={styles.measure} tone="faint">
        The first line names the columns: title, sku, externalProductId, images, aspects. Any other column is an item
        specific; separate several values with |.
      </Text>
      <Row>
        <FileTrigger
          acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv']}
          onSelect={(files) => {
            const file = files?.[0]
            if (file !== undefined) void read(file)
          }}
        >
          <Button icon={Upload}>Choose a file</Button>
        </FileTrigger>
      </Row>
      {failure !== undefined && <Banner tone="danger">{failure}</Banner>}
      {report !== undefined && (
        <Banner tone={report.problems.length === 0 ? 'good' : 'caution'}>
          {report.text}
          {report.problems.length > 0 && (
            <ul>
              {report.problems.slice(0, MAX_PROBLEMS).map(({ line, message }) => (
                <li key={line}>{`Line ${line} was left out. ${message}`}</li>
              ))}
              {report.problems.length > MAX_PROBLEMS && (
                <li>{`And ${formatCount(report.problems.length - MAX_PROBLEMS, 'more line')}.`}</li>
              )}
            </ul>
          )}
        </Banner>
      )}
    </Stack>
  )
}
