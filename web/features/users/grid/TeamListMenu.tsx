import { Menu } from '@mantine/core'
import { IconBookmark, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { DownloadItems, type FileFormat, useDownload } from '#web/shared/FileFormat.tsx'
import { PhoneListMenu } from '#web/shared/settings/PhoneFilterBar.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { downloadTeam } from '../api/queries.ts'
import type { TeamView } from './team-view.ts'
import { ColumnsChoice, type ColumnsProps, ViewsChoice } from './ViewMenus.tsx'

/** Views, columns and export of the team list in one menu, for a phone. */
export function TeamListMenu({
  preferences,
  setPreferences,
  attributes,
  view,
  show,
}: ColumnsProps & { view: TeamView; show: (view: TeamView) => void }) {
  const { t } = useTranslation('team')
  const [sheet, setSheet] = useState<'views' | 'columns' | null>(null)
  const download = useDownload((format: FileFormat) => downloadTeam(view.state, format))
  const close = () => setSheet(null)
  const choose = (chosen: TeamView) => {
    close()
    show(chosen)
  }
  return (
    <>
      <PhoneListMenu>
        <Menu.Item
          leftSection={<IconBookmark size={18} aria-hidden="true" />}
          onClick={() => setSheet('views')}
        >
          {t('grid.view.title')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconColumns3 size={18} aria-hidden="true" />}
          onClick={() => setSheet('columns')}
        >
          {t('grid.columns')}
        </Menu.Item>
        <Menu.Divider />
        <DownloadItems label={t('export')} save={(format) => download.mutate(format)} />
      </PhoneListMenu>
      <Dialog
        opened={sheet === 'views'}
        title={t('grid.view.title')}
        close={t('common:close')}
        onClose={close}
      >
        <ViewsChoice {...{ preferences, setPreferences, view }} show={choose} />
      </Dialog>
      <Dialog
        opened={sheet === 'columns'}
        title={t('grid.columns')}
        close={t('common:close')}
        onClose={close}
      >
        <ColumnsChoice {...{ preferences, setPreferences, attributes }} />
      </Dialog>
    </>
  )
}
