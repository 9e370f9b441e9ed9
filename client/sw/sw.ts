// The one service worker: what a visit without a line shows, and how a new version takes over. Messages that arrive in
// the background belong into this file too; a second worker of the same scope would replace this one.
import { clientsClaim } from 'workbox-core';
import { keepPictures } from './keep-pictures.ts';
import { keepReads } from './keep-reads.ts';
import { keepShell } from './keep-shell.ts';
import { takeOverWhenAsked } from './take-over.ts';

takeOverWhenAsked();
keepShell();
keepReads();
keepPictures();
// The first visit is kept too, not only the second.
clientsClaim();
