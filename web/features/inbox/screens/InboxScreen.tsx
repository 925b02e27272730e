import { useTranslation } from '#web/lib/translate.ts'
import { InboxList } from '#web/shared/inbox/InboxList.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'

/** /inbox: the events for the reader. */
export function InboxScreen() {
  const { t } = useTranslation('inbox')
  usePageTitle(t('title'))
  return (
    <Page title={t('title')} narrow>
      <Card style={{ padding: 0 }}>
        <InboxList />
      </Card>
    </Page>
  )
}
