import css from './people-files.module.css'

/** A progress bar with its count. `labelId`: the element that names it. */
export function ProgressTrack({
  labelId,
  percent,
  count,
}: {
  labelId: string
  percent: number
  count: string
}) {
  return (
    <>
      <div
        className={css['track']}
        role="progressbar"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className={css['count']}>{count}</p>
    </>
  )
}
