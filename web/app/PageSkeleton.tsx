import { Skeleton } from '@mantine/core'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'

/** Shows the outline of a page while its code and data load. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <div
      style={{ maxWidth: 720, margin: '24px auto', padding: '0 16px', display: 'grid', gap: 16 }}
      aria-busy="true"
    >
      <span className="sr-only" role="status">
        {t('loading')}
      </span>
      {[140, 120, 120].map((height, index) => (
        <Card key={index}>
          <Skeleton height={16} width="40%" mb={16} />
          <Skeleton height={height - 60} />
        </Card>
      ))}
    </div>
  )
}
