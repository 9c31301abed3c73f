/** A picture of a preview or product, fetched by main; its absence is a quiet frame. */
import { ImageOff } from 'lucide-react'
import { useImage } from '../api/use-image.ts'
import styles from './preview-page.module.css'

export const PreviewPicture = ({
  url,
  size,
}: {
  readonly url: string | undefined
  readonly size: 'row' | 'small' | 'large'
}) => {
  const image = useImage(url)
  return (
    <span className={styles.picture} data-size={size} title={image.state === 'missing' ? image.problem : undefined}>
      {image.state === 'ready' && <img alt="" src={image.dataUrl} />}
      {image.state === 'missing' && <ImageOff aria-hidden="true" size={size === 'large' ? 24 : 16} strokeWidth={1.5} />}
    </span>
  )
}
