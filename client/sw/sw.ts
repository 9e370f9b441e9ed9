// The one service worker: what a visit without a line shows, how a new version takes over, and what arrives while no page
// is open. A second worker of the same scope would replace this one.
import { clientsClaim } from 'workbox-core';
import { keepPictures } from './keep-pictures.ts';
import { keepReads } from './keep-reads.ts';
import { keepShell } from './keep-shell.ts';
import { openWhatIsClicked } from './open-clicked.ts';
import { takeOverWhenAsked } from './take-over.ts';
import { tellPushes } from './tell-pushes.ts';

takeOverWhenAsked();
keepShell();
keepReads();
keepPictures();
tellPushes();
openWhatIsClicked();
// The first visit is kept too, not only the second.
clientsClaim();
