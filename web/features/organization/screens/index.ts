export { ChartScreen } from './ChartScreen.tsx'
export { MyTeamScreen } from './MyTeamScreen.tsx'
