import { Skeleton } from '@mantine/core'
import { LogoMark } from '#web/ui/LogoMark.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import css from './shell.module.css'

/**
 * Shows the outline of the signed-in pages while the first data loads. The header and the bottom
 * bar have the size of the real ones, so that the layout does not shift.
 */
export function ShellSkeleton() {
  return (
    <>
      <div className={css['header']} aria-hidden="true">
        <div className={css['bar']}>
          <LogoMark />
          <Skeleton height={16} width={120} />
          <span className={css['spacer']} />
          <Skeleton height={36} circle />
        </div>
      </div>
      <PageSkeleton />
      <div className={css['bottom']} aria-hidden="true">
        <div className={css['bottomSpace']} />
      </div>
    </>
  )
}
