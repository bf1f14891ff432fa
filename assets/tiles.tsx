<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="tiles" tilewidth="32" tileheight="32" tilecount="16" columns="8">
 <image source="tiles.png" width="256" height="64"/>
 <tile id="0">
  <objectgroup draworder="index"><object id="1" x="0" y="0" width="32" height="32"/></objectgroup>
 </tile>
 <tile id="1">
  <objectgroup draworder="index"><object id="1" x="0" y="0" width="32" height="32"/></objectgroup>
 </tile>
 <tile id="2">
  <objectgroup draworder="index"><object id="1" x="0" y="32"><polygon points="0,0 32,-32 32,0"/></object></objectgroup>
 </tile>
 <tile id="3">
  <objectgroup draworder="index"><object id="1" x="0" y="32"><polygon points="0,0 32,-16 32,0"/></object></objectgroup>
 </tile>
 <tile id="4">
  <objectgroup draworder="index"><object id="1" x="0" y="32"><polygon points="0,0 0,-16 32,-32 32,0"/></object></objectgroup>
 </tile>
 <tile id="5">
  <properties><property name="one_way" type="bool" value="true"/></properties>
  <objectgroup draworder="index"><object id="1" x="0" y="0" width="32" height="8"/></objectgroup>
 </tile>
 <tile id="6">
  <properties><property name="conveyor_x" type="float" value="80"/></properties>
  <objectgroup draworder="index"><object id="1" x="0" y="0" width="32" height="32"/></objectgroup>
 </tile>
 <tile id="7">
  <properties><property name="hazard" type="bool" value="true"/></properties>
  <objectgroup draworder="index"><object id="1" x="2" y="16" width="28" height="16"/></objectgroup>
 </tile>
 <tile id="8">
  <properties><property name="coin" type="bool" value="true"/></properties>
  <objectgroup draworder="index"><object id="1" x="7" y="7" width="18" height="18"><ellipse/></object></objectgroup>
 </tile>
 <tile id="9">
  <objectgroup draworder="index"><object id="1" x="0" y="32"><polygon points="0,0 0,-32 32,-32 32,0 28,0 16,-12 4,0"/></object></objectgroup>
 </tile>
 <tile id="10">
  <objectgroup draworder="index"><object id="1" x="8" y="0" width="16" height="32"/></objectgroup>
 </tile>
 <tile id="11">
  <objectgroup draworder="index"><object id="1" x="0" y="0"><polygon points="10,0 22,0 32,10 32,32 0,32 0,10"/></object></objectgroup>
 </tile>
</tileset>
