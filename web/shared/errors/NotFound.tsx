import { Button, Group } from '@mantine/core'
import { Link, Navigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'

/** The 404 message inside a page. */
export function NotFound() {
  const { t } = useTranslation()
  usePageTitle(t('not_found.title'))
  return (
    <EmptyState art="lost" level={1} title={t('not_found.title')} text={t('not_found.text')}>
      <Button component={Link} to="/feed">
        {t('not_found.action')}
      </Button>
    </EmptyState>
  )
}

/** The page after a failed load: a link back to `next` and a link to the feed. */
function LoadFailedPage({ next }: { next: string }) {
  const { t } = useTranslation()
  usePageTitle(t('failure.title'))
  return (
    <EmptyState art="rain" level={1} title={t('failure.title')}>
      <Group justify="center">
        <Button component={Link} to={next} replace>
          {t('failure.retry')}
        </Button>
        <Button component={Link} to="/feed" variant="default">
          {t('not_found.action')}
        </Button>
      </Group>
    </EmptyState>
  )
}

/** The page /404. `next` links back to a page that failed to load. */
export function NotFoundPage() {
  const { next }: { next?: string | undefined } = useSearch({ strict: false })
  return next ? <LoadFailedPage next={next} /> : <NotFound />
}

/**
 * Handles a path without a route: settings paths redirect to the settings menu (specification,
 * section 2), all others show the 404 page.
 */
export function UnknownRoute() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return /^\/settings\/./.test(path) ? <Navigate to="/settings" replace /> : <NotFoundPage />
}
