import { useImage } from '../api/use-image.ts'
import { Thumbnail, type ThumbnailProps } from '../ui/thumbnail.tsx'

export interface PictureProps extends Omit<ThumbnailProps, 'image'> {
  readonly url: string | undefined
}

/** A picture by its URL, fetched and checked by main. */
export function Picture({ url, ...props }: PictureProps) {
  return <Thumbnail {...props} image={useImage(url)} />
}
