import { Button } from '@mantine/core'
import { useTranslation } from '#web/lib/translate.ts'
import { openComposer } from '#web/shared/overlay-state.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** The feed without posts: of everyone, or of each filter. */
export function EmptyFeed({
  filter,
  onClearSearch,
  onClearValue,
  onClearDays,
}: {
  filter: 'search' | 'value' | 'received' | 'given' | 'team' | 'days' | undefined
  onClearSearch: () => void
  onClearValue: () => void
  onClearDays: () => void
}) {
  const { t } = useTranslation('feed')
  if (filter === 'search')
    return (
      <Card>
        <EmptyState art="lost" title={t('empty.search')} text={t('empty.search_text')}>
          <Button variant="light" onClick={onClearSearch}>
            {t('search.clear')}
          </Button>
        </EmptyState>
      </Card>
    )
  if (filter === 'days')
    return (
      <Card>
        <EmptyState art="lost" title={t('charts:range.empty')} text={t('charts:range.empty_text')}>
          <Button variant="light" onClick={onClearDays}>
            {t('charts:range.any')}
          </Button>
        </EmptyState>
      </Card>
    )
  if (filter === 'team')
    return (
      <Card>
        <EmptyState art="laurel" title={t('charts:empty_team')} text={t('empty.text')}>
          <Button onClick={openComposer}>{t('empty.action')}</Button>
        </EmptyState>
      </Card>
    )
  if (filter === 'received' || filter === 'given')
    return (
      <Card>
        <EmptyState
          art="laurel"
          title={t(`empty.${filter}`)}
          text={t(filter === 'received' ? 'empty.received_text' : 'empty.text')}
        >
          <Button onClick={openComposer}>{t('empty.action')}</Button>
        </EmptyState>
      </Card>
    )
  return filter === 'value' ? (
    <Card>
      <EmptyState art="laurel" title={t('empty.value')} text={t('empty.value_text')}>
        <Button variant="light" onClick={onClearValue}>
          {t('all')}
        </Button>
      </EmptyState>
    </Card>
  ) : (
    <Card>
      <EmptyState art="laurel" title={t('empty.title')} text={t('empty.text')}>
        <Button onClick={openComposer}>{t('empty.action')}</Button>
      </EmptyState>
    </Card>
  )
}
