/** One page of the help. */
export type Explanation = {
  readonly title: string
  /** What it is and why, one paragraph. */
  readonly text: string
  /** A second paragraph. */
  readonly more?: string
  readonly whatToDo?: string
  /** Error ids of the platform that this page explains. */
  readonly errorIds?: readonly number[]
}
