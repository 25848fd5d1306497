const unzip = async (bytes) => {
  // Not Blob.stream(): WebKit's worker of a page from a file may not read blobs.
  const stream = new DecompressionStream("gzip"), writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
};
