import { Button } from '@mantine/core'
import { Link, Navigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useTitle } from './title.ts'

/** What is shown where nothing is, inside the page that looked for it. */
export function NotFound() {
  const { t } = useTranslation()
  useTitle(t('not_found.title'))
  return (
    <Notice art="lost" level={1} title={t('not_found.title')} text={t('not_found.text')}>
      <Button component={Link} to="/feed">{t('not_found.action')}</Button>
    </Notice>
  )
}

/** The same as a page of its own: /404. */
export function NotFoundPage() {
  return <main id="main" tabIndex={-1}><NotFound /></main>
}

/** A path that no route has: the settings area leads to its menu (specification, section 2), all others to the 404 page. */
export function UnknownPath() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  return /^\/settings\/./.test(path) ? <Navigate to="/settings" replace /> : <NotFoundPage />
}
