/** Products from a CSV file or pasted cells: read by main, and said what was taken and what was not. */
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Product } from '../../shared/mapping/product.ts'
import { useClient } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/locale-format.ts'
import styles from './start-page.module.css'

type Report = {
  readonly text: string
  readonly specifics: readonly string[]
  readonly problems: readonly { readonly line: number; readonly message: string }[]
}

const PROBLEMS_SHOWN = 20

export const FromCsv = ({
  onAdd,
}: {
  readonly onAdd: (products: readonly Product[]) => { readonly added: number; readonly left: number }
}) => {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState<Report | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)

  const read = async (file: File): Promise<void> => {
    setProblem(undefined)
    setReport(undefined)
    try {
      const { products, specifics, problems } = await client.mapping.productsFromCsv({ text: await file.text() })
      const { added, left } = onAdd(products)
      const leftText = left === 0 ? '' : ` ${formatCount(left, 'product was', 'products were')} in the list already.`
      setReport({ text: `Added ${formatCount(added, 'product')} from ${file.name}.${leftText}`, specifics, problems })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be read.')
    }
  }

  return (
    <section aria-label="From a CSV file" className={styles.block}>
      <h3 className={styles.heading}>From a CSV file</h3>
      <p className={styles.soft}>
        The first line names the columns: title, sku, externalProductId, images, aspects. Any other column is an item
        specific of its name; several values are parted by semicolons.
      </p>
      <input
        accept=".csv,.tsv,.txt,text/csv"
        aria-label="CSV file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file can be chosen again after it was mended.
          event.target.value = ''
          if (file !== undefined) void read(file)
        }}
        ref={input}
        type="file"
      />
      <div>
        <Button icon={Upload} onPress={() => input.current?.click()}>
          Choose a file
        </Button>
      </div>
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      {report !== undefined && (
        <Banner tone={report.problems.length === 0 ? 'good' : 'caution'}>
          {report.text}
          {report.specifics.length > 0 && ` Taken as item specifics: ${report.specifics.join(', ')}.`}
          {report.problems.length > 0 && (
            <ul className={styles.problems}>
              {report.problems.slice(0, PROBLEMS_SHOWN).map(({ line, message }) => (
                <li key={line}>{`Line ${line} was left out. ${message}`}</li>
              ))}
              {report.problems.length > PROBLEMS_SHOWN && (
                <li>{`And ${formatCount(report.problems.length - PROBLEMS_SHOWN, 'more line')}.`}</li>
              )}
            </ul>
          )}
        </Banner>
      )}
    </section>
  )
}
